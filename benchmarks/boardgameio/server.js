// A boardgame.io server in memory with the smallest game there is: two players, one move a turn, a number that grows.
const { Server } = require("boardgame.io/server");

const count = {
  name: "count",
  setup: () => ({ count: 0 }),
  moves: {
    add: ({ G }) => {
      G.count += 1;
    },
  },
  turn: { minMoves: 1, maxMoves: 1 },
};

Server({ games: [count], origins: [/127\.0\.0\.1/] }).run({
  port: Number(process.argv[2]),
  lobbyConfig: { apiPort: Number(process.argv[3]) },
});
