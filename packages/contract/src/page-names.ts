// Written from apps/web/app/routes.ts by tests/spec/write.ts: what the addresses of our pages begin with.

export const pageNames = [
  '__ui',
  'admin',
  'age',
  'appeal',
  'auth',
  'contact',
  'cookies',
  'creator',
  'explore',
  'gallery',
  'home',
  'outbox',
  'page',
  'post',
  'preferences',
  'product',
  'search',
  'terms-changed',
  'user',
  'video',
]
