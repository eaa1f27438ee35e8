SELECT domain, code, humans FROM links WHERE humans > 0
