"""Best values of Optuna's samplers on published test functions.

The counterpart of SearchQualityTest in module trainer, for the table in
docs/parity/trainer.md. Needs Python with optuna; prints one line per function
and sampler: median of the best value after 50 and after 100 trials.

    python optuna-baseline.py [seeds]
"""

import math
import statistics
import sys

import optuna

HARTMANN_A = [
    [10, 3, 17, 3.5, 1.7, 8],
    [0.05, 10, 17, 0.1, 8, 14],
    [3, 3.5, 1.7, 10, 17, 8],
    [17, 8, 0.05, 10, 0.1, 14],
]
HARTMANN_P = [
    [0.1312, 0.1696, 0.5569, 0.0124, 0.8283, 0.5886],
    [0.2329, 0.4135, 0.8307, 0.3736, 0.1004, 0.9991],
    [0.2348, 0.1451, 0.3522, 0.2883, 0.3047, 0.6650],
    [0.4047, 0.8828, 0.8732, 0.5743, 0.1091, 0.0381],
]
HARTMANN_C = [1.0, 1.2, 3.0, 3.2]


def branin(x):
    a, b = x
    valley = b - 5.1 / (4 * math.pi**2) * a**2 + 5 / math.pi * a - 6
    return valley**2 + 10 * (1 - 1 / (8 * math.pi)) * math.cos(a) + 10


def hartmann6(x):
    total = 0.0
    for weights, center, height in zip(HARTMANN_A, HARTMANN_P, HARTMANN_C):
        total -= height * math.exp(-sum(w * (v - p) ** 2 for w, v, p in zip(weights, x, center)))
    return total


def rosenbrock4(x):
    return sum(100 * (b - a * a) ** 2 + (1 - a) ** 2 for a, b in zip(x, x[1:]))


FUNCTIONS = {
    "branin": (branin, [(-5, 10), (0, 15)]),
    "hartmann6": (hartmann6, [(0, 1)] * 6),
    "rosenbrock4": (rosenbrock4, [(-2.048, 2.048)] * 4),
}
SAMPLERS = {
    "random": lambda seed: optuna.samplers.RandomSampler(seed=seed),
    "tpe": lambda seed: optuna.samplers.TPESampler(seed=seed, multivariate=False),
    "multivariate-tpe": lambda seed: optuna.samplers.TPESampler(seed=seed, multivariate=True),
}


def best_values(function, bounds, sampler):
    study = optuna.create_study(sampler=sampler)
    study.optimize(
        lambda trial: function(
            [trial.suggest_float(f"x{i}", low, high) for i, (low, high) in enumerate(bounds)]
        ),
        n_trials=100,
    )
    values = [trial.value for trial in study.trials]
    return min(values[:50]), min(values)


def main():
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    optuna.logging.set_verbosity(optuna.logging.ERROR)
    print("optuna", optuna.__version__, "seeds", seeds)
    for function_name, (function, bounds) in FUNCTIONS.items():
        for sampler_name, sampler in SAMPLERS.items():
            runs = [best_values(function, bounds, sampler(seed)) for seed in range(1, seeds + 1)]
            after50 = statistics.median(run[0] for run in runs)
            after100 = statistics.median(run[1] for run in runs)
            print(f"{function_name} {sampler_name} {after50:.4f} {after100:.4f}", flush=True)


if __name__ == "__main__":
    main()
