// Turning a graph around without scattered traffic: edges are dealt into buckets of neighbouring
// targets, twice if there are many, until a bucket's rows fit the memory of one block.
//
// A block takes one tile of edges at a time, puts them into the order of their buckets within shared
// memory, and writes each bucket's run side by side.

// Where a thread's marks stand: one word in every seventeen is left out, so that the threads of a warp
// that each walk over sixteen of them do not wait for the same bank.
#define MARK(edge) ((edge) + (edge) / ITEMS)

// How many edges lead into each bucket. `counts` has one entry for each bucket.
extern "C" __global__ void count_buckets(
    const u32 *targets, u64 edges, u32 shift, u32 buckets, u64 *counts)
{
    SHARED(u32, counted);
    for (u32 bucket = threadIdx.x; bucket < buckets; bucket += blockDim.x)
        counted[bucket] = 0;
    __syncthreads();
    u64 stride = (u64)gridDim.x * blockDim.x;
    for (u64 edge = (u64)blockIdx.x * blockDim.x + threadIdx.x; edge < edges; edge += stride)
        atomicAdd(&counted[targets[edge] >> shift], 1u);
    __syncthreads();
    for (u32 bucket = threadIdx.x; bucket < buckets; bucket += blockDim.x)
        if (counted[bucket])
            atomicAdd(&counts[bucket], (u64)counted[bucket]);
}

// The same for pieces of a list of edges, each piece with buckets of its own.
extern "C" __global__ void count_pieces(
    const u32 *targets, const Piece *pieces, u32 shift, u32 buckets, u32 each, u64 *counts)
{
    SHARED(u32, counted);
    Piece piece = pieces[blockIdx.x];
    for (u32 bucket = threadIdx.x; bucket < each; bucket += blockDim.x)
        counted[bucket] = 0;
    __syncthreads();
    u32 first = piece.bucket * each;
    for (u32 edge = threadIdx.x; edge < piece.edges; edge += blockDim.x)
        atomicAdd(&counted[(targets[piece.begin + edge] >> shift) - first], 1u);
    __syncthreads();
    for (u32 bucket = threadIdx.x; bucket < each; bucket += blockDim.x)
        if (counted[bucket] && first + bucket < buckets)
            atomicAdd(&counts[first + bucket], (u64)counted[bucket]);
}

// Deals the edges of a tile, which stand in `target` and `source` of each thread, into buckets.
// `cursors` tells where each bucket goes on.
DEVICE void deal(
    u32 (&target)[ITEMS], u32 (&source)[ITEMS], u32 held, u32 shift, u32 first, u32 buckets,
    u32 *shared, u64 *cursors, u32 *out_targets, u32 *out_sources)
{
    u64 *where = (u64 *)shared;                // for each bucket, where its run goes, less its start
    u32 *counted = (u32 *)(where + buckets);   // for each bucket, how many there are, then its start
    u32 *sums = counted + buckets + 1;         // of the scan
    u32 *targets = sums + blockDim.x;
    u32 *sources = targets + blockDim.x * ITEMS;
    u32 rank[ITEMS];

    for (u32 bucket = threadIdx.x; bucket < buckets; bucket += blockDim.x)
        counted[bucket] = 0;
    __syncthreads();
    for (u32 item = 0; item < ITEMS; item++)
        if (item < held)
            rank[item] = atomicAdd(&counted[(target[item] >> shift) - first], 1u);
    __syncthreads();
    for (u32 bucket = threadIdx.x; bucket < buckets; bucket += blockDim.x)
        where[bucket] = counted[bucket] ? atomicAdd(&cursors[first + bucket], (u64)counted[bucket]) : 0;
    u32 total = scan(counted, buckets, sums);
    for (u32 bucket = threadIdx.x; bucket < buckets; bucket += blockDim.x)
        where[bucket] -= counted[bucket];
    for (u32 item = 0; item < ITEMS; item++)
        if (item < held) {
            u32 place = counted[(target[item] >> shift) - first] + rank[item];
            targets[place] = target[item];
            sources[place] = source[item];
        }
    __syncthreads();
    for (u32 place = threadIdx.x; place < total; place += blockDim.x) {
        u64 to = where[(targets[place] >> shift) - first] + place;
        out_targets[to] = targets[place];
        out_sources[to] = sources[place];
    }
}

// Deals the edges of the graph, whose sources its rows tell: each row marks its first edge in the tile,
// and an edge belongs to the last mark before it.
extern "C" __global__ void deal_rows(
    const offset_t *offsets, const u32 *targets, u32 vertices, u64 edges, u32 shift, u32 buckets,
    u64 *cursors, u32 *out_targets, u32 *out_sources)
{
    SHARED(u32, shared);
    u32 *ends = shared, *sums = shared + 2, *marks = sums + blockDim.x;
    u32 tile = blockDim.x * ITEMS;
    u64 begin = (u64)blockIdx.x * tile;
    u32 here = edges - begin < tile ? (u32)(edges - begin) : tile;
    u32 target[ITEMS], source[ITEMS], held = 0;
    for (u32 item = 0; item < ITEMS; item++) {
        u32 edge = item * blockDim.x + threadIdx.x;
        if (edge < here) {
            target[item] = targets[begin + edge];
            held = item + 1;
        }
        marks[MARK(edge)] = 0;
    }
    if (threadIdx.x < 2)
        ends[threadIdx.x] = row_of(offsets, 0, vertices, begin + (threadIdx.x ? here - 1 : 0));
    __syncthreads();
    u32 first = ends[0], rows = ends[1] - first;
    for (u32 row = 1 + threadIdx.x; row <= rows; row += blockDim.x) {
        u64 from = offsets[first + row];
        if (from < offsets[first + row + 1])
            marks[MARK((u32)(from - begin))] = row;
    }
    __syncthreads();
    u32 last = 0;
    for (u32 item = 0; item < ITEMS; item++) {
        u32 mark = marks[MARK(threadIdx.x * ITEMS + item)];
        last = mark ? mark : last;
    }
    sums[threadIdx.x] = last;
    __syncthreads();
    for (u32 step = 1; step < blockDim.x; step *= 2) {
        u32 before = threadIdx.x >= step ? sums[threadIdx.x - step] : 0;
        __syncthreads();
        if (before > sums[threadIdx.x])
            sums[threadIdx.x] = before;
        __syncthreads();
    }
    u32 running = threadIdx.x ? sums[threadIdx.x - 1] : 0;
    for (u32 item = 0; item < ITEMS; item++) {
        u32 *mark = &marks[MARK(threadIdx.x * ITEMS + item)];
        running = *mark ? *mark : running;
        *mark = running;
    }
    __syncthreads();
    for (u32 item = 0; item < ITEMS; item++)
        source[item] = first + marks[MARK(item * blockDim.x + threadIdx.x)];
    __syncthreads();
    deal(target, source, held, shift, 0, buckets, shared, cursors, out_targets, out_sources);
}

// Deals pieces of a list of edges, each within the buckets of its own.
extern "C" __global__ void deal_pieces(
    const u32 *targets, const u32 *sources, const Piece *pieces, u32 shift, u32 each, u64 *cursors,
    u32 *out_targets, u32 *out_sources)
{
    SHARED(u32, shared);
    Piece piece = pieces[blockIdx.x];
    u32 target[ITEMS], source[ITEMS], held = 0;
    for (u32 item = 0; item < ITEMS; item++) {
        u32 edge = item * blockDim.x + threadIdx.x;
        if (edge < piece.edges) {
            target[item] = targets[piece.begin + edge];
            source[item] = sources[piece.begin + edge];
            held = item + 1;
        }
    }
    deal(target, source, held, shift, piece.bucket * each, each, shared, cursors, out_targets, out_sources);
}

// Puts the edges of each bucket into rows: `rows[v]` is where the row of v begins within its bucket.
// A bucket that fits into shared memory is written from there side by side. `longest` becomes the length
// of the longest row, if that is heavy.
extern "C" __global__ void gather_rows(
    const u32 *targets, const u32 *sources, const u64 *begins, u32 shift, u32 vertices, u32 room,
    u32 *rows, u32 *out, u32 *longest)
{
    SHARED(u32, shared);
    u32 *counted = shared, *sums = shared + (1u << shift) + 1, *staged = sums + blockDim.x;
    u32 bucket = blockIdx.x, first = bucket << shift;
    u32 here = vertices - first < (1u << shift) ? vertices - first : 1u << shift;
    u64 begin = begins[bucket];
    u32 edges = (u32)(begins[bucket + 1] - begin);
    for (u32 row = threadIdx.x; row < here; row += blockDim.x)
        counted[row] = 0;
    __syncthreads();
    for (u32 edge = threadIdx.x; edge < edges; edge += blockDim.x)
        atomicAdd(&counted[targets[begin + edge] - first], 1u);
    __syncthreads();
    u32 most = 0;
    for (u32 row = threadIdx.x; row < here; row += blockDim.x)
        most = counted[row] > most ? counted[row] : most;
    if (most > HEAVY)
        atomicMax(longest, most);
    __syncthreads();
    scan(counted, here, sums);
    for (u32 row = threadIdx.x; row < here; row += blockDim.x)
        rows[first + row] = counted[row];
    __syncthreads();
    bool fits = edges <= room;
    for (u32 edge = threadIdx.x; edge < edges; edge += blockDim.x) {
        u32 place = atomicAdd(&counted[targets[begin + edge] - first], 1u);
        if (fits)
            staged[place] = sources[begin + edge];
        else
            out[begin + place] = sources[begin + edge];
    }
    __syncthreads();
    if (fits)
        for (u32 edge = threadIdx.x; edge < edges; edge += blockDim.x)
            out[begin + edge] = staged[edge];
}
