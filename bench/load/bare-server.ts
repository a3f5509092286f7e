// The baseline: Fastify with a single hello-world route.
import Fastify from 'fastify'

const app = Fastify()
app.get('/', async () => ({ hello: 'world' }))
console.log(JSON.stringify({ address: await app.listen({ port: 0 }) }))
