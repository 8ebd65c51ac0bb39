public import Analyzer
public import ArgumentParser
public import Replayer
public import Scrubbing
import Simulation
public import TraceFormat

// What options take by the names that the libraries have for it.

extension Engine: ExpressibleByArgument {}
extension Event.Kind: ExpressibleByArgument {}
extension ScrubOptions.Names: ExpressibleByArgument {}
extension SQLDialect: ExpressibleByArgument {}
extension SimulationOptions.Recorder: ExpressibleByArgument {}
extension StateAtPoint.Side: ExpressibleByArgument {}
