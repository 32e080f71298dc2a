#define KERNEL(name) { #name, enter<name> }
const Named kernels[] = {
    KERNEL(count_buckets), KERNEL(count_pieces), KERNEL(deal_rows), KERNEL(deal_pieces),
    KERNEL(gather_rows),   KERNEL(spread_round), KERNEL(spread_heavy), KERNEL(spread_alone),
    KERNEL(begin_outcome), KERNEL(tell_values),  KERNEL(random_sums), KERNEL(random_rows),
    KERNEL(begin_attractor), KERNEL(add_rest),
};
const size_t kernel_count = sizeof kernels / sizeof *kernels;
