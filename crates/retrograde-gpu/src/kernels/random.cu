// Random graphs made on the card, for benchmarks: a share of the vertices has no moves, the others have
// from one to twice the mean less one, all equally likely, to vertices equally likely.

DEVICE u64 mix(u64 number)
{
    number += 0x9e3779b97f4a7c15ull;
    number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9ull;
    number = (number ^ (number >> 27)) * 0x94d049bb133111ebull;
    return number ^ (number >> 31);
}

// Terminals are given in parts of 2^32.
DEVICE u32 random_moves(u64 seed, u64 vertex, u32 terminals, u32 most)
{
    u64 drawn = mix(seed ^ mix(vertex));
    if ((u32)drawn < terminals)
        return 0;
    return 1 + (u32)(((drawn >> 32) * most) >> 32);
}

// How many moves the vertices of each block have together.
extern "C" __global__ void random_sums(u64 seed, u32 vertices, u32 terminals, u32 most, u64 *totals)
{
    SHARED(u32, sums);
    u64 vertex = (u64)blockIdx.x * blockDim.x + threadIdx.x;
    sums[threadIdx.x] = vertex < vertices ? random_moves(seed, vertex, terminals, most) : 0;
    __syncthreads();
    for (u32 step = blockDim.x / 2; step; step /= 2) {
        if (threadIdx.x < step)
            sums[threadIdx.x] += sums[threadIdx.x + step];
        __syncthreads();
    }
    if (threadIdx.x == 0)
        totals[blockIdx.x] = sums[0];
}

// The rows of each block, which begin where `begins` says.
extern "C" __global__ void random_rows(
    u64 seed, u32 vertices, u32 terminals, u32 most, const u64 *begins, offset_t *offsets, u32 *targets)
{
    SHARED(u32, moves);
    u64 vertex = (u64)blockIdx.x * blockDim.x + threadIdx.x;
    u32 count = vertex < vertices ? random_moves(seed, vertex, terminals, most) : 0;
    moves[threadIdx.x] = count;
    __syncthreads();
    scan(moves, blockDim.x, moves + blockDim.x);
    if (vertex < vertices) {
        u64 begin = begins[blockIdx.x] + moves[threadIdx.x];
        offsets[vertex] = begin;
        if (vertex + 1 == vertices)
            offsets[vertices] = begin + count;
        for (u32 move = 0; move < count; move++) {
            u64 drawn = mix(mix(seed + 1 + vertex) + move);
            targets[begin + move] = (u32)(((drawn >> 32) * vertices) >> 32);
        }
    }
}
