import Fastify from 'fastify'

// The least a Fastify can do.
const app = Fastify()
app.get('/', () => ({ hello: 'world' }))
await app.listen({ port: Number(process.env['PORT']), host: '127.0.0.1' })
