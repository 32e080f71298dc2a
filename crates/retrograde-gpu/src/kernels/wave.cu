// The backward wave. Every vertex has a counter of moves not yet refuted, zero once it is decided.
// Decided vertices stand in one queue: those of the first kind (lost ones) from its
// front on, those of the second (won ones) from its back. Attractors have one kind only, and stand at the
// front.

// What decides a predecessor of a vertex in the queue.
#define ONE_MOVE 0u  // one move is enough: the vertex is lost, whoever can move to it wins
#define ALL_MOVES 1u // all moves must be refuted: the vertex is won, whoever must move to it loses
#define BY_OWNER 2u  // one move is enough where the attracting player moves, all must lead there elsewhere

// Edges that a thread looks at before what was found goes to the queue.
#define PASSES 8u

struct Wave {
    const u64 *begins; // the graph turned around: where buckets begin,
    const u32 *rows;   // where rows begin within them,
    const u32 *before; // and the predecessors
    u32 shift, vertices;
    u32 *left;         // counters, four to a word or one
    u32 *values;       // distance times four plus what the vertex is
    u32 *queue;
    u64 *state;        // how many are in the queue from the front, from the back; heavy ones
    u32 *heavy;
    const u32 *owners; // where player 1 moves, a bit each, if there are owners
    u32 player;        // who attracts
    u32 padding;
};

#ifdef WIDE
DEVICE u32 *counter(u32 *left, u32 vertex) { return left + vertex; }
DEVICE u32 shift_of(u32 vertex) { return 0; }
#define COUNTER_MASK 0xffffffffu
#else
DEVICE u32 *counter(u32 *left, u32 vertex) { return left + (vertex >> 2); }
DEVICE u32 shift_of(u32 vertex) { return (vertex & 3) * 8; }
#define COUNTER_MASK 0xffu
#endif

DEVICE void set_counter(const Wave &wave, u64 vertex, u64 moves)
{
#ifdef WIDE
    wave.left[vertex] = (u32)moves;
#else
    ((u8 *)wave.left)[vertex] = (u8)moves;
#endif
}

// Takes note that a move of `vertex` leads to one in the queue; whether that decides it.
DEVICE bool decides(const Wave &wave, u32 vertex, u32 rule)
{
    u32 *word = counter(wave.left, vertex), shift = shift_of(vertex);
    if (!((*(volatile u32 *)word >> shift) & COUNTER_MASK))
        return false;
    if (rule == BY_OWNER)
        rule = (wave.owners[vertex >> 5] >> (vertex & 31) & 1) == wave.player ? ONE_MOVE : ALL_MOVES;
    if (rule == ONE_MOVE)
        return (atomicAnd(word, ~(COUNTER_MASK << shift)) >> shift) & COUNTER_MASK;
    return ((atomicSub(word, 1u << shift) >> shift) & COUNTER_MASK) == 1;
}

DEVICE u64 row_begin(const Wave &wave, u32 vertex)
{
    return wave.begins[vertex >> wave.shift] + wave.rows[vertex];
}

DEVICE u64 row_end(const Wave &wave, u32 vertex)
{
    u32 bucket = vertex >> wave.shift, next = vertex + 1;
    bool last = next == wave.vertices || next >> wave.shift != bucket;
    return last ? wave.begins[bucket + 1] : wave.begins[bucket] + wave.rows[next];
}

// Where in the queue the vertex stands that was decided as the n-th of its kind.
DEVICE u64 stand(const Wave &wave, u32 kind, u64 number)
{
    return kind ? wave.vertices - 1 - number : number;
}

// Vertices that a block has found, before they go to the queue together.
struct Found {
    u32 *count;
    u64 *base;
    u32 *list;
};

DEVICE void found_flush(const Wave &wave, const Found &found, u32 kind)
{
    __syncthreads();
    u32 count = *found.count;
    if (threadIdx.x == 0 && count)
        *found.base = atomicAdd(&wave.state[kind], (u64)count);
    __syncthreads();
    for (u32 place = threadIdx.x; place < count; place += blockDim.x)
        wave.queue[stand(wave, kind, *found.base + place)] = found.list[place];
    __syncthreads();
    if (threadIdx.x == 0)
        *found.count = 0;
    __syncthreads();
}

DEVICE void look_back(const Wave &wave, const Found &found, u64 edge, u32 rule, u32 value)
{
    u32 vertex = wave.before[edge];
    if (decides(wave, vertex, rule)) {
        wave.values[vertex] = value;
        found.list[atomicAdd(found.count, 1u)] = vertex;
    }
}

// The predecessors of part of the queue, by the blocks of a grid or by one.
DEVICE void spread(
    const Wave &wave, u64 from, u64 to, u32 kind, u32 rule, u32 finds, u32 value, u32 block,
    u32 blocks, u32 *shared)
{
    u64 *begins = (u64 *)shared;
    Found found = { (u32 *)(begins + blockDim.x + 2), begins + blockDim.x, 0 };
    u32 *lengths = found.count + 2, *sums = lengths + blockDim.x;
    found.list = sums + blockDim.x;
    if (threadIdx.x == 0)
        *found.count = 0;
    for (u64 first = from + (u64)block * blockDim.x; first < to; first += (u64)blocks * blockDim.x) {
        u64 number = first + threadIdx.x;
        u32 length = 0;
        if (number < to) {
            u32 vertex = wave.queue[stand(wave, kind, number)];
            u64 begin = row_begin(wave, vertex), end = row_end(wave, vertex);
            begins[threadIdx.x] = begin;
            if (end - begin > HEAVY)
                wave.heavy[atomicAdd(&wave.state[2], (u64)1)] = vertex;
            else
                length = (u32)(end - begin);
        }
        lengths[threadIdx.x] = length;
        __syncthreads();
        u32 total = scan(lengths, blockDim.x, sums);
        for (u32 done = 0; done < total; done += PASSES * blockDim.x) {
            for (u32 pass = 0; pass < PASSES; pass++) {
                u32 edge = done + pass * blockDim.x + threadIdx.x;
                if (edge < total) {
                    u32 low = 0;
                    for (u32 step = blockDim.x / 2; step; step /= 2)
                        if (lengths[low + step] <= edge)
                            low += step;
                    look_back(wave, found, begins[low] + (edge - lengths[low]), rule, value);
                }
            }
            found_flush(wave, found, finds);
        }
        __syncthreads();
    }
}

// One round over part of the queue.
extern "C" __global__ void spread_round(
    Wave wave, u64 from, u64 to, u32 kind, u32 rule, u32 finds, u32 value)
{
    SHARED(u32, shared);
    spread(wave, from, to, kind, rule, finds, value, blockIdx.x, gridDim.x, shared);
}

// The rows that were too long for one block.
extern "C" __global__ void spread_heavy(Wave wave, u32 rule, u32 finds, u32 value)
{
    SHARED(u32, shared);
    Found found = { shared + 2, (u64 *)shared, shared + 4 };
    if (threadIdx.x == 0)
        *found.count = 0;
    __syncthreads();
    u64 count = wave.state[2];
    for (u64 place = 0; place < count; place++) {
        u32 vertex = wave.heavy[place];
        u64 end = row_end(wave, vertex);
        u64 stride = (u64)gridDim.x * blockDim.x * PASSES;
        u64 begin = row_begin(wave, vertex) + (u64)blockIdx.x * blockDim.x * PASSES;
        for (; begin < end; begin += stride) {
            for (u32 pass = 0; pass < PASSES; pass++) {
                u64 edge = begin + pass * blockDim.x + threadIdx.x;
                if (edge < end)
                    look_back(wave, found, edge, rule, value);
            }
            found_flush(wave, found, finds);
        }
    }
}

// Whether a vertex in part of the queue has a row that is shared by all blocks; for all threads of a block.
DEVICE bool any_heavy(const Wave &wave, u64 from, u64 to, u32 kind, u32 *flag)
{
    for (u64 number = from + threadIdx.x; number < to; number += blockDim.x) {
        u32 vertex = wave.queue[stand(wave, kind, number)];
        if (row_end(wave, vertex) - row_begin(wave, vertex) > HEAVY)
            *flag = 1;
    }
    __syncthreads();
    return *flag;
}

// Many rounds by one block, as long as few vertices are decided in each, and none has a heavy row:
// `rounds` at most. With `owned`, all of it is the attractor of one player. Leaves in `state` from 3 on where both kinds stood before the round that is next,
// and its number.
extern "C" __global__ void spread_alone(
    Wave wave, u64 front, u64 back, u32 distance, u32 rounds, u32 few, u32 owned)
{
    SHARED(u32, shared);
    u32 *flag = shared;
    for (u32 round = 0; round < rounds; round++) {
        __syncthreads();
        u64 front_end = *(volatile u64 *)&wave.state[0], back_end = *(volatile u64 *)&wave.state[1];
        u64 count = front_end - front + (back_end - back);
        if (threadIdx.x == 0)
            *flag = 0;
        __syncthreads();
        if (count == 0 || count > few)
            break;
        if (any_heavy(wave, front, front_end, 0, flag) || any_heavy(wave, back, back_end, 1, flag))
            break;
        __syncthreads();
        u32 value = (distance + 1) << 2;
        if (owned) {
            spread(wave, front, front_end, 0, BY_OWNER, 0, value | 1, 0, 1, shared);
        } else {
            spread(wave, front, front_end, 0, ONE_MOVE, 1, value | 1, 0, 1, shared);
            __syncthreads();
            spread(wave, back, back_end, 1, ALL_MOVES, 0, value | 2, 0, 1, shared);
        }
        front = front_end;
        back = back_end;
        distance++;
        __threadfence();
    }
    if (threadIdx.x == 0) {
        wave.state[3] = front;
        wave.state[4] = back;
        wave.state[5] = distance;
    }
}

// Counters of all vertices, and the queue with those without moves. Whoever cannot move has lost, or won
// if `misere`; `verdicts` says otherwise where it has 1 (won), 2 (lost) or 3 (drawn).
extern "C" __global__ void begin_outcome(Wave wave, const offset_t *offsets, const u8 *verdicts, u32 misere)
{
    SHARED(u32, shared);
    Found lost = { shared + 4, (u64 *)shared, shared + 8 };
    Found won = { shared + 5, (u64 *)shared + 1, shared + 8 + blockDim.x * PASSES };
    if (threadIdx.x < 2)
        shared[4 + threadIdx.x] = 0;
    __syncthreads();
    u64 stride = (u64)gridDim.x * blockDim.x * PASSES;
    for (u64 first = (u64)blockIdx.x * blockDim.x * PASSES; first < wave.vertices; first += stride) {
        for (u32 pass = 0; pass < PASSES; pass++) {
            u64 vertex = first + pass * blockDim.x + threadIdx.x;
            if (vertex >= wave.vertices)
                continue;
            u64 moves = offsets[vertex + 1] - offsets[vertex];
            set_counter(wave, vertex, moves);
            u32 what = 0;
            if (!moves) {
                what = verdicts ? verdicts[vertex] : 0;
                if (!what)
                    what = misere ? 1 : 2;
                if (what == 2)
                    lost.list[atomicAdd(lost.count, 1u)] = (u32)vertex;
                if (what == 1)
                    won.list[atomicAdd(won.count, 1u)] = (u32)vertex;
            }
            wave.values[vertex] = what == 3 ? 0 : what;
        }
        found_flush(wave, lost, 0);
        found_flush(wave, won, 1);
    }
}

// Counters of all vertices, and the queue with the set to attract to, a bit each; an empty one if there is
// none. Vertices that were `removed`, as the values of another wave say, are left alone.
extern "C" __global__ void begin_attractor(
    Wave wave, const offset_t *offsets, const u32 *set, const u32 *removed)
{
    SHARED(u32, shared);
    Found found = { shared + 2, (u64 *)shared, shared + 4 };
    if (threadIdx.x == 0)
        *found.count = 0;
    __syncthreads();
    u64 stride = (u64)gridDim.x * blockDim.x * PASSES;
    for (u64 first = (u64)blockIdx.x * blockDim.x * PASSES; first < wave.vertices; first += stride) {
        for (u32 pass = 0; pass < PASSES; pass++) {
            u64 vertex = first + pass * blockDim.x + threadIdx.x;
            if (vertex >= wave.vertices)
                continue;
            bool outside = removed && removed[vertex];
            bool inside = !outside && set && set[vertex >> 5] >> (vertex & 31) & 1;
            set_counter(wave, vertex, outside || inside ? 0 : offsets[vertex + 1] - offsets[vertex]);
            wave.values[vertex] = inside;
            if (inside)
                found.list[atomicAdd(found.count, 1u)] = (u32)vertex;
        }
        found_flush(wave, found, 0);
    }
}

// Adds to the queue whatever neither this wave nor another one has reached, with a value of its own.
extern "C" __global__ void add_rest(Wave wave, const u32 *reached, u32 value)
{
    SHARED(u32, shared);
    Found found = { shared + 2, (u64 *)shared, shared + 4 };
    if (threadIdx.x == 0)
        *found.count = 0;
    __syncthreads();
    u64 stride = (u64)gridDim.x * blockDim.x * PASSES;
    for (u64 first = (u64)blockIdx.x * blockDim.x * PASSES; first < wave.vertices; first += stride) {
        for (u32 pass = 0; pass < PASSES; pass++) {
            u64 vertex = first + pass * blockDim.x + threadIdx.x;
            if (vertex >= wave.vertices || wave.values[vertex] || reached[vertex])
                continue;
            u32 shift = shift_of((u32)vertex);
            atomicAnd(counter(wave.left, (u32)vertex), ~(COUNTER_MASK << shift));
            wave.values[vertex] = value;
            found.list[atomicAdd(found.count, 1u)] = (u32)vertex;
        }
        found_flush(wave, found, 0);
    }
}

// What the vertices are, a bit each, and how far, a byte each or four.
extern "C" __global__ void tell_values(
    const u32 *values, u32 vertices, u32 wide, u32 *first, u32 *second, u8 *distances)
{
    u64 words = ((u64)vertices + 31) / 32, stride = (u64)gridDim.x * blockDim.x;
    for (u64 word = (u64)blockIdx.x * blockDim.x + threadIdx.x; word < words; word += stride) {
        u32 ones = 0, twos = 0;
        for (u32 bit = 0; bit < 32; bit++) {
            u64 vertex = word * 32 + bit;
            u32 value = vertex < vertices ? values[vertex] : 0;
            ones |= (value & 1) << bit;
            twos |= (value >> 1 & 1) << bit;
            if (vertex < vertices && wide)
                ((u32 *)distances)[vertex] = value >> 2;
            else if (vertex < vertices)
                distances[vertex] = (u8)(value >> 2);
        }
        first[word] = ones;
        second[word] = twos;
    }
}
