// A processor that plays a card: the threads of a block take turns, one running until it waits for the
// others. They take turns in another order each time, so that what needs a wait and has none is found.
#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <tuple>
#include <type_traits>
#include <ucontext.h>
#include <utility>
#include <vector>

#define EMULATED
#define __global__
#define DEVICE static inline
#define SHARED(type, name) type *name = (type *)emulated_shared.data()

struct Place {
    unsigned x;
};
static Place threadIdx, blockIdx, blockDim, gridDim;
static std::vector<uint64_t> emulated_shared;

// A thread with a stack of its own. Contexts make stacks; jumps, which ask the system for nothing, go
// from one to the other.
struct Fiber {
    ucontext_t context;
    jmp_buf here;
    std::vector<char> stack;
    bool begun, over;
};
static std::vector<Fiber> fibers;
static jmp_buf scheduler;
static unsigned running;
static void (*entry)();

static void __syncthreads()
{
    unsigned self = running;
    if (!_setjmp(fibers[self].here))
        _longjmp(scheduler, 1);
    threadIdx.x = self;
}
static void __threadfence() {}

template <class T> static T atomicAdd(T *where, T more) { T old = *where; *where = old + more; return old; }
template <class T> static T atomicSub(T *where, T less) { T old = *where; *where = old - less; return old; }
template <class T> static T atomicAnd(T *where, T bits) { T old = *where; *where = old & bits; return old; }
template <class T> static T atomicMax(T *where, T other) { T old = *where; *where = old > other ? old : other; return old; }

static void fiber_main()
{
    threadIdx.x = running;
    entry();
    fibers[running].over = true;
    _longjmp(scheduler, 1);
}

// Lets a thread run until it waits or is over.
static void resume(unsigned thread)
{
    running = thread;
    threadIdx.x = thread;
    if (_setjmp(scheduler))
        return;
    if (fibers[thread].begun)
        _longjmp(fibers[thread].here, 1);
    fibers[thread].begun = true;
    setcontext(&fibers[thread].context);
}

// Runs one block: all threads up to where they wait, then again, until all are over.
static void run_block(unsigned threads)
{
    while (fibers.size() < threads)
        fibers.push_back({});
    for (unsigned thread = 0; thread < threads; thread++) {
        Fiber &fiber = fibers[thread];
        fiber.stack.resize(16 << 10);
        fiber.begun = fiber.over = false;
        getcontext(&fiber.context);
        fiber.context.uc_stack.ss_sp = fiber.stack.data();
        fiber.context.uc_stack.ss_size = fiber.stack.size();
        fiber.context.uc_link = nullptr;
        makecontext(&fiber.context, fiber_main, 0);
    }
    unsigned left = threads, phase = 0;
    while (left) {
        phase++;
        for (unsigned turn = 0; turn < threads; turn++) {
            unsigned thread = phase % 2 ? turn : threads - 1 - turn;
            if (fibers[thread].over)
                continue;
            resume(thread);
            if (fibers[thread].over)
                left--;
        }
    }
}

static void **given;

template <auto kernel, class... A, size_t... I>
static void unpack(void (*)(A...), std::index_sequence<I...>)
{
    kernel(*(std::decay_t<A> *)given[I]...);
}
template <auto kernel, class... A> static void enter_as(void (*k)(A...))
{
    unpack<kernel>(k, std::index_sequence_for<A...>());
}
template <auto kernel> static void enter() { enter_as<kernel>(kernel); }

struct Named {
    const char *name;
    void (*enter)();
};
extern const Named kernels[];
extern const size_t kernel_count;

extern "C" int start(const char *name, unsigned blocks, unsigned threads, unsigned shared, void **arguments)
{
    for (size_t which = 0; which < kernel_count; which++) {
        if (strcmp(kernels[which].name, name))
            continue;
        entry = kernels[which].enter;
        given = arguments;
        blockDim.x = threads;
        gridDim.x = blocks;
        for (unsigned turn = 0; turn < blocks; turn++) {
            blockIdx.x = blocks % 2 ? turn : blocks - 1 - turn;
            // What a block finds in shared memory is anything, and nothing lies behind it.
            emulated_shared.assign((shared + 7) / 8, 0xa5a5a5a5a5a5a5a5ull);
            run_block(threads);
        }
        return 0;
    }
    return 1;
}
