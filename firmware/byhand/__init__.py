"""Every action of every game, told with four buttons: questions, one after another, each with its possible answers."""
