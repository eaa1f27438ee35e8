UPDATE safety_walk SET holder = NULL WHERE holder = ?
