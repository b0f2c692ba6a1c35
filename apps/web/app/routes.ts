import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

// The site map. Each page says in its `handle` which layout it has and whom it is for; one guard obeys.
export default [
  layout('areas/public/area.tsx', [
    index('areas/public/landing/landing.tsx'),

    // Signing in
    route('auth/login', 'areas/public/auth/login.tsx'),
    route('auth/second-factor', 'areas/public/auth/second-factor.tsx'),
    route('auth/second-factor/keep', 'areas/public/auth/cancel-factor-removal.tsx'),
    route('auth/register', 'areas/public/auth/register.tsx'),
    route('auth/register/creator', 'areas/public/auth/register-creator.tsx'),
    route('auth/forgot', 'areas/public/auth/forgot.tsx'),
    route('auth/reset', 'areas/public/auth/reset.tsx'),
    route('auth/:provider/start', 'areas/public/auth/start.tsx'),
    route('auth/:provider/callback', 'areas/public/auth/callback.tsx'),
    route('auth/verify', 'areas/public/auth/verify.tsx'),
    route('auth/email', 'areas/public/auth/email.tsx'),

    // What everybody may see
    route('explore', 'areas/public/explore/explore.tsx'),
    route('explore/why', 'areas/public/explore/why.tsx'),
    route('search', 'areas/public/search/search.tsx'),
    route('post/:id', 'areas/public/post/post.tsx'),
    route('product/:id', 'areas/public/product/product.tsx'),
    route('gallery/:id', 'areas/public/gallery/gallery.tsx'),
    route('video/:id', 'areas/public/video/video.tsx'),
    route('page/:slug', 'areas/public/page/page.tsx'),
    route('terms-changed', 'areas/public/terms/terms-changed.tsx'),
    route('age', 'areas/public/age/age.tsx'),
    route('consent/:token', 'areas/public/consent/consent.tsx'),
    route('appeal', 'areas/public/appeal/appeal.tsx'),
    route('contact', 'areas/public/contact/contact.tsx'),
    route('cookies', 'areas/public/cookies/cookies.tsx'),
    route('outbox', 'areas/public/outbox/outbox.tsx'),
    route(':profileId', 'areas/public/profile/profile.tsx'),

    ...(process.env['NODE_ENV'] === 'production' ? [] : [route('__ui', 'areas/dev/ui-gallery/gallery.tsx')]),
    route('*', 'areas/public/not-found.tsx'),
  ]),

  layout('areas/fan/area.tsx', [
    route('home', 'areas/fan/home/home.tsx'),

    // Money and what it bought
    route('user/wallet', 'areas/fan/wallet/wallet.tsx'),
    route('user/transactions', 'areas/fan/transactions/transactions.tsx'),
    route('user/cards', 'areas/fan/cards/cards.tsx'),
    route('user/addresses', 'areas/fan/addresses/addresses.tsx'),
    route('user/subscriptions', 'areas/fan/subscriptions/subscriptions.tsx'),
    route('user/purchases', 'areas/fan/purchases/purchases.tsx'),
    route('user/orders', 'areas/fan/orders/orders.tsx'),
    route('user/orders/:id', 'areas/fan/orders/order.tsx'),
    route('user/bookmarks', 'areas/fan/bookmarks/bookmarks.tsx'),
    route('user/following', 'areas/fan/following/following.tsx'),

    // One's own account
    route('user/account', 'areas/fan/account/account.tsx'),
    route('user/account/email', 'areas/fan/privacy/email.tsx'),
    route('user/security', 'areas/fan/account/security.tsx'),
    route('user/privacy', 'areas/fan/privacy/privacy.tsx'),
    route('user/privacy/close', 'areas/fan/privacy/close.tsx'),
  ]),

  layout('areas/studio/area.tsx', [
    route('creator', 'areas/studio/dashboard/dashboard.tsx'),
    route('creator/posts', 'areas/studio/posts/posts.tsx'),
    route('creator/posts/new', 'areas/studio/posts/post-editor.tsx', { id: 'new-post' }),
    route('creator/posts/:id', 'areas/studio/posts/post-editor.tsx', { id: 'edit-post' }),
    route('creator/galleries', 'areas/studio/galleries/galleries.tsx'),
    route('creator/galleries/new', 'areas/studio/galleries/gallery-editor.tsx', { id: 'new-gallery' }),
    route('creator/galleries/:id', 'areas/studio/galleries/gallery-editor.tsx', { id: 'edit-gallery' }),
    route('creator/photos', 'areas/studio/photos/photos.tsx'),
    route('creator/participants', 'areas/studio/participants/participants.tsx'),
    route('creator/products', 'areas/studio/products/products.tsx'),
    route('creator/products/new', 'areas/studio/products/product-editor.tsx', { id: 'new-product' }),
    route('creator/products/:id', 'areas/studio/products/product-editor.tsx', { id: 'edit-product' }),
    route('creator/orders', 'areas/studio/orders/orders.tsx'),
    route('creator/orders/:id', 'areas/studio/orders/order.tsx'),
    route('creator/videos', 'areas/studio/videos/videos.tsx'),
    route('creator/videos/new', 'areas/studio/videos/video-editor.tsx', { id: 'new-video' }),
    route('creator/videos/:id', 'areas/studio/videos/video-editor.tsx', { id: 'edit-video' }),
    route('creator/comments', 'areas/studio/comments/comments.tsx'),
    route('creator/trash', 'areas/studio/trash/trash.tsx'),
    route('creator/earnings', 'areas/studio/earnings/earnings.tsx'),
    route('creator/pricing', 'areas/studio/pricing/pricing.tsx'),
    route('creator/account', 'areas/studio/account/account.tsx'),
    route('creator/banking', 'areas/studio/banking/banking.tsx'),
    route('creator/payment-gateways', 'areas/studio/banking/gateways.tsx'),
    route('creator/blocking', 'areas/studio/blocking/blocking.tsx'),
    route('creator/verification', 'areas/studio/verification/verification.tsx'),
  ]),

  layout('areas/admin/area.tsx', [
    route('admin', 'areas/admin/home/home.tsx'),
    route('admin/creators', 'areas/admin/creators/creators.tsx'),
    route('admin/consents', 'areas/admin/consents/consents.tsx'),
    route('admin/posts', 'areas/admin/posts/posts.tsx'),
    route('admin/posts/:slug/:locale', 'areas/admin/posts/editor.tsx', { id: 'edit-page' }),
    route('admin/translations', 'areas/admin/translations/translations.tsx'),
    route('admin/countries', 'areas/admin/geo/countries.tsx'),
    route('admin/languages', 'areas/admin/geo/languages.tsx'),
    route('admin/users', 'areas/admin/users/users.tsx'),
    route('admin/users/:id', 'areas/admin/users/user.tsx'),
    route('admin/reports', 'areas/admin/reports/reports.tsx'),
    route('admin/reports/:id', 'areas/admin/reports/report.tsx'),
    route('admin/disputes', 'areas/admin/disputes/disputes.tsx'),
    route('admin/audit', 'areas/admin/audit/audit.tsx'),
    route('admin/menus', 'areas/admin/menus/menus.tsx'),
    route('admin/promos', 'areas/admin/promos/promos.tsx'),
    route('admin/settings', 'areas/admin/settings/settings.tsx'),
  ]),

  // Answers without a page
  route('auth/logout', 'areas/public/auth/logout.ts'),
  route('preferences', 'areas/public/preferences.ts'),
] satisfies RouteConfig
