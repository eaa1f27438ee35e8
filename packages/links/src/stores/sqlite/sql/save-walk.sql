UPDATE safety_walk SET holder = :holder, held_until = :now + :ttlMs, state = :state
WHERE holder IS NULL OR holder = :holder OR held_until <= :now
