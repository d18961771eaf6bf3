// Reports: every figure leads to what it is made of.
