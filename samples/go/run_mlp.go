// Runs the built model mlp from Go, by cgo: only the library and its header.
//
//	CGO_CFLAGS=-I. CGO_LDFLAGS="$PWD/mlp.so -Wl,-rpath,$PWD" go run run_mlp.go x.npy
//
// Prints the ten scores.
package main

/*
#include "mlp.h"

// The tensors are made here, since Go's memory may not point to itself in a call of C.
static int32_t run(float *image, int64_t pixels, float *scores, int64_t classes) {
  int64_t image_shape[] = {1, pixels}, scores_shape[] = {1, classes};
  DLTensor x = {image, {kDLCPU, 0}, 2, {kDLFloat, 32, 1}, image_shape, NULL, 0};
  DLTensor y = {scores, {kDLCPU, 0}, 2, {kDLFloat, 32, 1}, scores_shape, NULL, 0};
  DLTensor *args[] = {&x, &y};
  return mlcc_main(args, 2);
}
*/
import "C"

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"runtime"
)

const (
	pixels  = 784
	classes = 10
)

// run calls the model: image is read, scores is written. An error is what the library says of it.
func run(image, scores []float32) error {
	runtime.LockOSThread() // messages are kept for each thread
	defer runtime.UnlockOSThread()
	code := C.run((*C.float)(&image[0]), C.int64_t(len(image)), (*C.float)(&scores[0]), C.int64_t(len(scores)))
	if code != C.MLCC_OK {
		return errors.New(C.GoString(C.mlcc_last_error()))
	}
	return nil
}

// readNpy gives the float32 values of a file, as NumPy's save writes them.
func readNpy(path string) ([]float32, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if len(data) < 10 || !bytes.HasPrefix(data, []byte("\x93NUMPY\x01")) {
		return nil, fmt.Errorf("%s is no .npy file", path)
	}
	begin := 10 + int(binary.LittleEndian.Uint16(data[8:]))
	if begin > len(data) || !bytes.Contains(data[10:begin], []byte("'<f4'")) ||
		bytes.Contains(data[10:begin], []byte("'fortran_order': True")) {
		return nil, fmt.Errorf("%s has other values than float32 in C order", path)
	}
	values := make([]float32, (len(data)-begin)/4)
	return values, binary.Read(bytes.NewReader(data[begin:begin+4*len(values)]), binary.LittleEndian, values)
}

func tryMain() error {
	if len(os.Args) < 2 {
		return errors.New("usage: run_mlp x.npy")
	}
	image, err := readNpy(os.Args[1])
	if err != nil {
		return err
	}
	if len(image) != pixels {
		return fmt.Errorf("%s has %d values, not %d", os.Args[1], len(image), pixels)
	}
	scores := make([]float32, classes)
	if err := run(image, scores); err != nil {
		return err
	}
	for _, score := range scores {
		fmt.Printf("%.9e\n", score)
	}
	// A wrong argument is reported, not executed.
	refused := run(image[:783], scores)
	if refused == nil {
		return errors.New("a wrong shape was not noticed")
	}
	fmt.Fprintln(os.Stderr, "as it should be, 783 pixels are refused:", refused)
	return nil
}

func main() {
	if err := tryMain(); err != nil {
		fmt.Fprintln(os.Stderr, "run_mlp:", err)
		os.Exit(1)
	}
}
