//! Runs the built model `mlp` from Rust: no crates, only the library.
//!
//!     rustc -O run_mlp.rs -C link-arg=mlp.so -C link-args='-Wl,-rpath,$ORIGIN'
//!     ./run_mlp x.npy
//!
//! Prints the ten scores.

use std::ffi::CStr;
use std::marker::PhantomData;
use std::os::raw::{c_char, c_void};
use std::{env, fs, process, ptr};

const PIXELS: usize = 784;
const CLASSES: usize = 10;

/// DLPack's tensor, as `mlp.h` declares it.
#[repr(C)]
struct DLTensor {
    data: *mut c_void,
    device: [i32; 2],
    ndim: i32,
    dtype: DLDataType,
    shape: *const i64,
    strides: *const i64,
    byte_offset: u64,
}

#[repr(C)]
struct DLDataType {
    code: u8,
    bits: u8,
    lanes: u16,
}

extern "C" {
    fn mlcc_main(args: *const *const DLTensor, count: i32) -> i32;
    fn mlcc_last_error() -> *const c_char;
}

/// A float32 tensor in memory that is borrowed for as long as it lives.
struct Tensor<'a> {
    raw: DLTensor,
    memory: PhantomData<&'a mut [f32]>,
}

impl<'a> Tensor<'a> {
    fn new(data: &'a mut [f32], shape: &'a [i64]) -> Self {
        assert_eq!(
            shape.iter().product::<i64>(),
            data.len() as i64,
            "the shape is not that of the data"
        );
        let dtype = DLDataType {
            code: 2,
            bits: 32,
            lanes: 1,
        };
        let raw = DLTensor {
            data: data.as_mut_ptr().cast(),
            device: [1, 0],
            ndim: shape.len() as i32,
            dtype,
            shape: shape.as_ptr(),
            strides: ptr::null(),
            byte_offset: 0,
        };
        Tensor {
            raw,
            memory: PhantomData,
        }
    }
}

/// Calls the model: `image` is read, `scores` is written. An error is what the library says of it.
fn run(image: &Tensor, scores: &Tensor) -> Result<(), String> {
    let args: [*const DLTensor; 2] = [&image.raw, &scores.raw];
    // Safety: both tensors live through the call, and the library checks what they say of themselves.
    match unsafe { mlcc_main(args.as_ptr(), 2) } {
        0 => Ok(()),
        _ => Err(unsafe { CStr::from_ptr(mlcc_last_error()) }
            .to_string_lossy()
            .into_owned()),
    }
}

/// The float32 values of a .npy file, as NumPy's `save` writes them.
fn read_npy(path: &str) -> Result<Vec<f32>, String> {
    let bytes = fs::read(path).map_err(|error| format!("{}: {}", path, error))?;
    if bytes.len() < 10 || &bytes[..7] != b"\x93NUMPY\x01" {
        return Err(format!("{} is no .npy file", path));
    }
    let begin = 10 + u16::from_le_bytes([bytes[8], bytes[9]]) as usize;
    let header = String::from_utf8_lossy(&bytes[10..begin.min(bytes.len())]);
    if !header.contains("'<f4'") || header.contains("'fortran_order': True") {
        return Err(format!("{} has other values than float32 in C order", path));
    }
    let values = bytes[begin.min(bytes.len())..].chunks_exact(4);
    Ok(values
        .map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]))
        .collect())
}

fn main() {
    if let Err(message) = try_main() {
        eprintln!("run_mlp: {}", message);
        process::exit(1);
    }
}

fn try_main() -> Result<(), String> {
    let path = env::args().nth(1).ok_or("usage: run_mlp x.npy")?;
    let mut image = read_npy(&path)?;
    if image.len() != PIXELS {
        return Err(format!(
            "{} has {} values, not {}",
            path,
            image.len(),
            PIXELS
        ));
    }
    let mut scores = [0f32; CLASSES];
    run(
        &Tensor::new(&mut image, &[1, PIXELS as i64]),
        &Tensor::new(&mut scores, &[1, CLASSES as i64]),
    )?;
    for score in scores {
        println!("{:.9e}", score);
    }
    // A wrong argument is reported, not executed.
    let refused = run(
        &Tensor::new(&mut image[..783], &[1, 783]),
        &Tensor::new(&mut scores, &[1, CLASSES as i64]),
    );
    eprintln!(
        "as it should be, 783 pixels are refused: {}",
        refused.expect_err("a wrong shape was not noticed")
    );
    Ok(())
}
