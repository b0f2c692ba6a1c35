-- Products and their orders. The earnings of a parcel are in escrow until it is delivered.
-- additive
-- small: charge_kinds, one row a kind of charge

CREATE TABLE products (
  item_id uuid PRIMARY KEY REFERENCES items (id) ON DELETE CASCADE,
  type text NOT NULL CHECK (type IN ('physical', 'digital')),
  -- Pieces that are left; null where their number is not limited.
  stock integer CHECK (stock >= 0),
  -- Hundredths of a token, for a whole order.
  shipping_fee bigint NOT NULL DEFAULT 0 CHECK (shipping_fee >= 0),
  -- Empty: everywhere.
  shipping_countries text[] NOT NULL DEFAULT '{}',
  processing_days smallint NOT NULL DEFAULT 3 CHECK (processing_days BETWEEN 0 AND 60),
  CHECK (type = 'physical' OR (shipping_fee = 0 AND shipping_countries = '{}'))
);

-- One row an order; its id is that of its charge. What may change later is copied.
CREATE TABLE orders (
  id uuid PRIMARY KEY,
  number text NOT NULL UNIQUE CHECK (number ~ '^[0-9A-Z]{4}-[0-9A-Z]{4}$'),
  buyer_id uuid NOT NULL REFERENCES accounts (id),
  performer_id uuid NOT NULL REFERENCES accounts (id),
  product_id uuid NOT NULL,
  type text NOT NULL CHECK (type IN ('physical', 'digital')),
  title text NOT NULL,
  image_file_id uuid REFERENCES files (id),
  unit_price bigint NOT NULL CHECK (unit_price > 0),
  quantity smallint NOT NULL CHECK (quantity > 0),
  shipping_fee bigint NOT NULL CHECK (shipping_fee >= 0),
  -- Null for a digital product, and once the buyer's account is closed.
  delivery_address jsonb,
  fulfilment text NOT NULL CHECK (fulfilment IN ('not_fulfilled', 'processing', 'shipped', 'delivered', 'returned', 'cancelled')),
  carrier text NOT NULL DEFAULT '' CHECK (length(carrier) <= 60),
  tracking_code text NOT NULL DEFAULT '' CHECK (length(tracking_code) <= 100),
  ship_by timestamptz,
  shipped_at timestamptz,
  -- When escrow is released, unless the buyer reports a problem.
  release_at timestamptz,
  problem_at timestamptz,
  downloads integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT app_now(),
  updated_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX orders_of_buyer ON orders (buyer_id, updated_at DESC, id DESC);
CREATE INDEX orders_of_buyer_by_creation ON orders (buyer_id, created_at DESC, id DESC);
CREATE INDEX orders_of_performer ON orders (performer_id, updated_at DESC, id DESC);
CREATE INDEX orders_of_performer_by_creation ON orders (performer_id, created_at DESC, id DESC);
CREATE INDEX orders_of_product ON orders (product_id, buyer_id);
CREATE INDEX orders_by_image ON orders (image_file_id) WHERE image_file_id IS NOT NULL;
CREATE INDEX orders_to_release ON orders (release_at) WHERE release_at IS NOT NULL AND problem_at IS NULL;
CREATE INDEX orders_to_refund ON orders (ship_by) WHERE fulfilment IN ('not_fulfilled', 'processing');

-- What happened to an order, as both sides see it.
CREATE TABLE order_events (
  id uuid PRIMARY KEY DEFAULT uuid_v7(),
  order_id uuid NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  type text NOT NULL,
  by text NOT NULL CHECK (by IN ('buyer', 'performer', 'system')),
  tokens bigint,
  note text NOT NULL DEFAULT '' CHECK (length(note) <= 500),
  created_at timestamptz NOT NULL DEFAULT app_now()
);
CREATE INDEX order_events_of_order ON order_events (order_id, id);

ALTER TABLE earnings DROP CONSTRAINT earnings_status_check;
ALTER TABLE earnings ADD CONSTRAINT earnings_status_check
  CHECK (status IN ('escrow', 'pending', 'available', 'in_payout', 'paid', 'reversed')) NOT VALID;

UPDATE charge_kinds SET event = 'order.placed', grant_function = 'grant_order' WHERE kind = 'product';
DROP FUNCTION IF EXISTS charge_tokens(uuid, uuid, uuid, text, uuid, bigint, text, bytea, text, integer, bigint, text, integer, integer, bigint, text, boolean);
