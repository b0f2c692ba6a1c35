-- additive
-- transaction: none
-- The accounts that logged in on one device.
CREATE INDEX CONCURRENTLY IF NOT EXISTS known_devices_of_hash ON known_devices (device_hash);
