/* The self-test of an artefact: runs a function on made-up inputs and compares with what it gave at the build.
 *
 * mlcc/runtime/selftest.py makes the same inputs and sums, and samples the same elements.
 */
#include "program.h"

/* Random bits of element `at`: splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators). */
static uint64_t bits_of(uint64_t seed, int64_t at) {
    uint64_t z = (seed << 32) + (uint64_t)(at + 1) * 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

/* The upper half of a float whose lower bits are zeros, as bfloat16; and such a float of magnitude 0 or 2^-7 to 1 as
 * float16. */
static uint16_t narrow(float value, int32_t code) {
    union {
        float value;
        uint32_t bits;
    } both = {value};
    const uint32_t sign = both.bits >> 16 & 0x8000;
    if (code == 4) {
        return (uint16_t)(both.bits >> 16);
    }
    return (uint16_t)(value == 0 ? sign : sign | ((both.bits & 0x7fffffff) >> 13) - (112 << 10));
}

/* Stores a made-up element: a multiple of 1/128 from -1 on and below 1, or a small integer. */
static void make(const program_param *param, uint64_t seed, int64_t at, void *data) {
    const uint64_t random = bits_of(seed, at);
    const float real = (float)((int32_t)(random >> 56) - 128) / 128;
    const uint64_t whole = param->limit ? (uint64_t)param->low + (random >> 32) % (uint32_t)param->limit : 0;
    if (param->limit) {
        switch (param->bits) {
        case 8: ((uint8_t *)data)[at] = (uint8_t)whole; break;
        case 16: ((uint16_t *)data)[at] = (uint16_t)whole; break;
        case 32: ((uint32_t *)data)[at] = (uint32_t)whole; break;
        default: ((uint64_t *)data)[at] = whole;
        }
        return;
    }
    switch (param->bits) {
    case 16: ((uint16_t *)data)[at] = narrow(real, param->code); break;
    case 32: ((float *)data)[at] = real; break;
    default: ((double *)data)[at] = real;
    }
}

static double of_half(uint16_t half) {
    union {
        uint32_t bits;
        float value;
    } both = {((uint32_t)half & 0x7fff) << 13};
    /* 2^112 is the distance of the exponents; infinity and NaN keep the largest. */
    both.value *= 0x1p112f;
    both.bits |= ((uint32_t)half & 0x7c00) == 0x7c00 ? 0x7f800000 : 0;
    both.bits |= ((uint32_t)half & 0x8000) << 16;
    return both.value;
}

static double element(const program_param *param, const void *data, int64_t at) {
    const int32_t is_signed = param->code == 0;
    union {
        uint32_t bits;
        float value;
    } both;
    switch (param->code * 100 + param->bits) {
    case 216: return of_half(((const uint16_t *)data)[at]);
    case 416: both.bits = (uint32_t)((const uint16_t *)data)[at] << 16; return both.value;
    case 232: return ((const float *)data)[at];
    case 264: return ((const double *)data)[at];
    default: break;
    }
    switch (param->bits) {
    case 8: return is_signed ? ((const int8_t *)data)[at] : ((const uint8_t *)data)[at];
    case 16: return is_signed ? ((const int16_t *)data)[at] : ((const uint16_t *)data)[at];
    case 32: return is_signed ? ((const int32_t *)data)[at] : (double)((const uint32_t *)data)[at];
    default: return is_signed ? (double)((const int64_t *)data)[at] : (double)((const uint64_t *)data)[at];
    }
}

static double as_double(uint64_t bits) {
    union {
        uint64_t bits;
        double value;
    } both = {bits};
    return both.value;
}

static int64_t elements(const program_param *param, const int64_t *shape) {
    int64_t count = 1;
    for (int32_t axis = 0; axis < param->rank; axis++) {
        count *= shape[axis];
    }
    return count;
}

/* Compares samples of an output; `worst` is the largest difference so far, as a share of what is allowed. */
static int32_t compare(const selftest *self, const program_param *param, const DLTensor *tensor,
                       const uint64_t *expected, double *worst) {
    const int64_t count = elements(param, tensor->shape), samples = count < SAMPLES ? count : SAMPLES;
    const double tolerance = as_double(expected[0]);
    for (int64_t i = 0; i < samples; i++) {
        const int64_t at = count / samples * i + count % samples * i / samples;
        const double got = element(param, tensor->data, at), want = as_double(expected[1 + i]);
        const double difference = got > want ? got - want : want - got;
        if (got == want || (got != got && want != want)) {
            continue;
        }
        if (!(difference <= tolerance)) {
            SAY("%s: element %lld of `%s` is %.9g, and was %.9g at the build; %.3g may lie between them",
                self->function, (long long)at, param->name, got, want, tolerance);
            return ERROR_SELFTEST;
        }
        *worst = difference > *worst * tolerance ? difference / tolerance : *worst;
    }
    return 0;
}

static int32_t check_weights(const selftest *self, const uint64_t *weights, uint64_t expected) {
    uint64_t sum = 0;
    for (int64_t i = 0; i < self->words; i++) {
        sum += weights[i] * (uint64_t)(2 * i + 1);
    }
    if (sum == expected) {
        return 0;
    }
    SAY("%s: the weights are not those of the build: the file is damaged, or is another one", self->function);
    return ERROR_SELFTEST;
}

static int32_t run_test(const selftest *self, DLTensor *tensors, DLTensor **args, int64_t *shape) {
    for (int32_t i = 0; i < self->count; i++) {
        const program_param *const param = &self->params[i];
        const int64_t count = elements(param, shape), bytes = count * (param->bits / 8);
        args[i] = &tensors[i];
        tensors[i] = (DLTensor){NULL, {1, 0}, param->rank, {param->code, param->bits, 1}, shape, NULL, 0};
        shape += param->rank;
        if (posix_memalign(&tensors[i].data, 64, bytes > 0 ? (size_t)bytes : 1) != 0) {
            return mlcc_rt_no_memory(self->function, bytes);
        }
        for (int64_t at = 0; param->role != OUTPUT && at < count; at++) {
            make(param, (uint64_t)i, at, tensors[i].data);
        }
    }
    int32_t failed = self->entry((DLTensor *const *)args, self->count);
    if (!failed) {
        self->results((DLTensor *const *)args);
    }
    double worst = 0;
    const uint64_t *expected = self->expected + 1;
    for (int32_t i = 0; i < self->count && !failed; i++) {
        if (self->params[i].role != INPUT) {
            failed = compare(self, &self->params[i], &tensors[i], expected, &worst);
            expected += 1 + SAMPLES;
        }
    }
    if (!failed) {
        SAY("%s: the largest difference is %.3g of what is allowed", self->function, worst);
    }
    return failed;
}

/* 0, or an error after writing the message. */
int32_t mlcc_rt_selftest(const selftest *self, const uint64_t *weights) {
    if (check_weights(self, weights, self->expected[0])) {
        return ERROR_SELFTEST;
    }
    DLTensor *const tensors = calloc((size_t)self->count + 1, sizeof *tensors);
    DLTensor **const args = calloc((size_t)self->count + 1, sizeof *args);
    int64_t axes = 0;
    for (int32_t i = 0; i < self->count; i++) {
        axes += self->params[i].rank;
    }
    int64_t *const shapes = calloc((size_t)axes + 1, sizeof *shapes);
    int32_t failed = 0;
    if (tensors == NULL || args == NULL || shapes == NULL) {
        failed = mlcc_rt_no_memory(self->function, 0);
    } else {
        for (int64_t i = 0; i < axes; i++) {
            shapes[i] = self->shapes[i];
        }
        failed = run_test(self, tensors, args, shapes);
    }
    for (int32_t i = 0; i < self->count && tensors != NULL; i++) {
        free(tensors[i].data);
    }
    free(tensors);
    free(args);
    free(shapes);
    return failed;
}
