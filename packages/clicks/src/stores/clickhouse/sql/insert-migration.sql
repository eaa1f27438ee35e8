INSERT INTO click_migrations (version, name) VALUES ({version:UInt32}, {name:String})
