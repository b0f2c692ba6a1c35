// What we use of the package, which has no types of its own.
declare module 'web-push' {
  export interface PushSubscription {
    endpoint: string
    keys: { p256dh: string; auth: string }
  }
  export interface RequestDetails {
    endpoint: string
    method: string
    headers: Record<string, string | number>
    body: Buffer | null
  }
  const webPush: {
    generateRequestDetails(
      subscription: PushSubscription,
      payload: string,
      options: {
        vapidDetails: { subject: string; publicKey: string; privateKey: string }
        contentEncoding: 'aes128gcm'
        TTL: number
        urgency: 'normal'
      },
    ): RequestDetails
  }
  export default webPush
}
