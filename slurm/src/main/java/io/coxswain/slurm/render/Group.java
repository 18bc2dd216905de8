package io.coxswain.slurm.render;

import java.util.List;

/** Objects that are written one after another. One that fails does not keep back the next. */
public record Group(String name, List<Step> steps) {}
