"""Exports a small PyTorch network for `mlcc build`: `python export_net.py net.pt2`."""

import sys

import torch

net = torch.nn.Linear(4, 1)
torch.nn.init.constant_(net.weight, 0.5)
torch.nn.init.constant_(net.bias, 1.0)
torch.export.save(torch.export.export(net.eval(), (torch.ones(1, 4),)), sys.argv[1])
