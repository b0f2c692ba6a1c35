-- transaction: none
DROP INDEX CONCURRENTLY IF EXISTS shows_running_performer;
