// MotionTests: to come.
