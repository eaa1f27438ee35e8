SELECT max(click_limits.value) AS value FROM click_limits WHERE name = {name:String}
