DELETE FROM dead_letters WHERE number <= (SELECT max(number) FROM dead_letters) - ?
