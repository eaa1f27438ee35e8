SELECT release_code_lease(:slot::integer, :epoch::integer)
