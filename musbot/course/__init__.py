"""The course: Mus in a few scripted hands, each an acta that ships; what follows from an answer is played."""
