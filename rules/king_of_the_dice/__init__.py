"""King of the Dice."""
