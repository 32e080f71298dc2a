// What all kernels use. They are compiled for a card by NVRTC, and for tests by a C++ compiler that is
// told what `__syncthreads` and its like do (tests/emulation.h).

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef OFFSET offset_t; // u32 or u64, as the rows of the graph are

#ifndef EMULATED
#define DEVICE __device__ __forceinline__
#define SHARED(type, name)                       \
    extern __shared__ u64 shared_memory[];       \
    type *name = (type *)shared_memory
#endif

// Edges that one thread deals out at a time.
#define ITEMS 16u

// Rows longer than this are shared by all blocks.
#define HEAVY 16384u

// Part of a list of edges that lies in one bucket of the level above.
struct Piece {
    u64 begin;
    u32 edges;
    u32 bucket;
};

// Replaces numbers by the sums of those before them, and returns the sum of all. All threads of a block
// take part; `sums` has room for one number each.
DEVICE u32 scan(u32 *numbers, u32 count, u32 *sums)
{
    u32 each = (count + blockDim.x - 1) / blockDim.x;
    u32 begin = threadIdx.x * each, end = begin + each < count ? begin + each : count;
    u32 sum = 0;
    for (u32 place = begin; place < end; place++)
        sum += numbers[place];
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (u32 step = 1; step < blockDim.x; step *= 2) {
        u32 before = threadIdx.x >= step ? sums[threadIdx.x - step] : 0;
        __syncthreads();
        sums[threadIdx.x] += before;
        __syncthreads();
    }
    u32 running = sums[threadIdx.x] - sum, total = sums[blockDim.x - 1];
    for (u32 place = begin; place < end; place++) {
        u32 number = numbers[place];
        numbers[place] = running;
        running += number;
    }
    __syncthreads();
    return total;
}

// The row from `low` on, below `high`, that an edge stands in.
DEVICE u32 row_of(const offset_t *offsets, u32 low, u32 high, u64 edge)
{
    while (high - low > 1) {
        u32 middle = low + (high - low) / 2;
        if (offsets[middle] <= edge)
            low = middle;
        else
            high = middle;
    }
    return low;
}
