SELECT jump_code_epochs(:by::integer)
