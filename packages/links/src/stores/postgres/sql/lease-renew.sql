SELECT renew_code_lease(:slot::integer, :epoch::integer, :ttlMs::integer * interval '1 millisecond')
