# A C program around a model. It is compiled again only if the interface of the model changes: `--restat` leaves the header
# as old as it was where its bytes would be the same, so the rule makes a stamp, which `-MT` names in the list of files read.
CFLAGS = -O2 -I.

run_mlp: run_mlp.o mlp.so
	$(CC) $^ -Wl,-rpath,'$$ORIGIN' -o $@

run_mlp.o: samples/c/run_mlp.c mlp.h
	$(CC) $(CFLAGS) -c $< -o $@

mlp.stamp: samples/models/mlp.onnx
	mlcc build $< --emit so,h -o mlp --restat -MF mlp.d -MT $@
	touch $@

# Without a command of its own make looks at the times of these again when the stamp was made.
mlp.so mlp.h: mlp.stamp ;

-include mlp.d
