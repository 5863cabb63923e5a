"""Training of graph functions: losses, optimizers, and the pass that joins them with a model (names as in Relax).

setup = SetupTrainer(MSELoss(reduction="sum"), SGD(0.1), [prediction_info, target_info])
train = setup(Backbone)
trainer = Trainer(train, relax.VirtualMachine(mlcc.build(train), mlcc.cpu()), mlcc.cpu(), False)
trainer.xaiver_uniform_init_params()
loss = trainer.update(inputs, targets)
"""

from . import loss, optimizer
from .append_loss import AppendLoss
from .setup_trainer import SetupTrainer
from .trainer import Trainer

__all__ = ["AppendLoss", "SetupTrainer", "Trainer", "loss", "optimizer"]
