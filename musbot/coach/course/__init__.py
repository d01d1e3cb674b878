"""The course: hands that teach Mus. Each is an acta, and the engine plays out every answer."""
