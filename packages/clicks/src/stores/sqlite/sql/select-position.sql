SELECT at FROM positions WHERE partition = ?
