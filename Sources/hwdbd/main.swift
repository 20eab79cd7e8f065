print("hwdbd")
