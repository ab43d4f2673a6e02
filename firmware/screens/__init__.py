"""What the panel shows: views become pictures of 128x64 or 256x64, in English or German."""
