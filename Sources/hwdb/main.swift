print("hwdb")
