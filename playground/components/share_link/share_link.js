/** The address of this page with one parameter in its query, and nothing after it. */
function linkTo(address, parameter, packed) {
  const url = new URL(address);
  url.search = `?${parameter}=${packed}`;
  url.hash = "";
  return url.href;
}

/** Copy by the clipboard where the page may use it (https, localhost), else by selecting the field. */
async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    field.focus();
    field.select();
    return document.execCommand("copy");
  }
}

export default function ({ parentElement, data: [data] }) {
  const field = parentElement.querySelector(".link");
  const said = parentElement.querySelector(".said");
  field.value = linkTo(location.href, data.parameter, data.packed);
  field.onfocus = () => field.select();
  said.textContent = "";
  parentElement.querySelector(".copy").onclick = async () => {
    said.textContent = (await copy(field)) ? "Copied." : "Select the link and copy it with the keyboard.";
  };
}
