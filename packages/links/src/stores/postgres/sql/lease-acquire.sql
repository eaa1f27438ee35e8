SELECT kind, slot, epoch, holder, (extract(epoch FROM ends_at) * 1000)::double precision
FROM acquire_code_lease(:holder::text, :ttlMs::integer * interval '1 millisecond')
