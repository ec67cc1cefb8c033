UPDATE `d1_migrations` SET `name` = '0007_clients.sql' WHERE `name` = '0006_clients.sql';
