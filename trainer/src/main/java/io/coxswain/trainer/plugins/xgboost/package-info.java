/** XGBoost: the {@code DMLC_*} variables by which workers find their tracker, on node 0. */
@NullMarked
package io.coxswain.trainer.plugins.xgboost;

import org.jspecify.annotations.NullMarked;
