UPDATE safety_walk SET holder = :holder, held_until = :now::bigint + :ttlMs::bigint
WHERE holder IS NULL OR holder = :holder OR held_until <= :now
RETURNING state
