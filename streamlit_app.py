"""The router: navigation and nothing else."""

from playground.ui import navigation

# A spawned training process imports the main module again; it must not run the app.
if __name__ == "__main__":
    navigation.run()
